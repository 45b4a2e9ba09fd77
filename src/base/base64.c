#include "base/base64.h"

static const char alphabet[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Value + 1 of each character; 0 for those outside the alphabet. */
static const uint8_t values[256] = {
    ['A'] = 1,  ['B'] = 2,  ['C'] = 3,  ['D'] = 4,  ['E'] = 5,  ['F'] = 6,  ['G'] = 7,  ['H'] = 8,
    ['I'] = 9,  ['J'] = 10, ['K'] = 11, ['L'] = 12, ['M'] = 13, ['N'] = 14, ['O'] = 15, ['P'] = 16,
    ['Q'] = 17, ['R'] = 18, ['S'] = 19, ['T'] = 20, ['U'] = 21, ['V'] = 22, ['W'] = 23, ['X'] = 24,
    ['Y'] = 25, ['Z'] = 26, ['a'] = 27, ['b'] = 28, ['c'] = 29, ['d'] = 30, ['e'] = 31, ['f'] = 32,
    ['g'] = 33, ['h'] = 34, ['i'] = 35, ['j'] = 36, ['k'] = 37, ['l'] = 38, ['m'] = 39, ['n'] = 40,
    ['o'] = 41, ['p'] = 42, ['q'] = 43, ['r'] = 44, ['s'] = 45, ['t'] = 46, ['u'] = 47, ['v'] = 48,
    ['w'] = 49, ['x'] = 50, ['y'] = 51, ['z'] = 52, ['0'] = 53, ['1'] = 54, ['2'] = 55, ['3'] = 56,
    ['4'] = 57, ['5'] = 58, ['6'] = 59, ['7'] = 60, ['8'] = 61, ['9'] = 62, ['+'] = 63, ['/'] = 64,
};

/* 24 bits of 4 characters; the top byte is set if one is outside the alphabet. */
static uint32_t quad(const uint8_t *c)
{
    uint8_t a = values[c[0]], b = values[c[1]], d = values[c[2]], e = values[c[3]];
    if (!a || !b || !d || !e) return UINT32_MAX;
    return (uint32_t)(a - 1) << 18 | (uint32_t)(b - 1) << 12 | (uint32_t)(d - 1) << 6 |
           (uint32_t)(e - 1);
}

static status bad_character(const uint8_t *c, size_t n, size_t offset)
{
    size_t i = 0;
    while (i + 1 < n && values[c[i]])
        i++;
    FAIL(ST_FORMAT, "base64: unexpected byte 0x%02x at offset %zu", c[i], offset + i);
}

status base64_decode(uint8_t *out, size_t *n_out, const char *text, size_t n, size_t offset,
                     bool is_last)
{
    const uint8_t *c = (const uint8_t *)text;
    if (n % 4) FAIL(ST_FORMAT, "base64: length is no multiple of 4");
    size_t padding = 0, k = 0;
    if (is_last && n > 0 && c[n - 1] == '=') padding = c[n - 2] == '=' ? 2 : 1;
    size_t n_whole = padding ? n - 4 : n;
    for (size_t i = 0; i < n_whole; i += 4) {
        uint32_t v = quad(c + i);
        if (v == UINT32_MAX) return bad_character(c + i, 4, offset + i);
        out[k++] = (uint8_t)(v >> 16);
        out[k++] = (uint8_t)(v >> 8);
        out[k++] = (uint8_t)v;
    }
    if (padding) {
        uint8_t last[4] = {c[n - 4], c[n - 3], padding == 2 ? 'A' : c[n - 2], 'A'};
        uint32_t v = quad(last);
        if (v == UINT32_MAX) return bad_character(last, 4, offset + n - 4);
        if (v & (padding == 2 ? 0xffff : 0xff))
            FAIL(ST_FORMAT, "base64: stray bits in the last character");
        out[k++] = (uint8_t)(v >> 16);
        if (padding == 1) out[k++] = (uint8_t)(v >> 8);
    }
    *n_out = k;
    return ST_OK;
}

void base64_encode(char *out, const uint8_t *data, size_t n)
{
    for (size_t i = 0; i < n; i += 3) {
        size_t left = n - i;
        uint32_t v = (uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) |
                     (left > 2 ? data[i + 2] : 0);
        *out++ = alphabet[v >> 18];
        *out++ = alphabet[v >> 12 & 63];
        *out++ = left > 1 ? alphabet[v >> 6 & 63] : '=';
        *out++ = left > 2 ? alphabet[v & 63] : '=';
    }
    *out = 0;
}
