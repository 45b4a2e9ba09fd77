#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local char detail_text[STATUS_DETAIL_MAX];

const char *status_text(status st)
{
    switch (st) {
#define X(code, text)                                                                              \
    case code:                                                                                     \
        return text;
        STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}

const char *status_detail(void)
{
    return detail_text;
}

void status_set_detail(const char *detail)
{
    snprintf(detail_text, sizeof detail_text, "%s", detail);
}

status status_fail(status st, const char *fmt, ...)
{
    /* Formatted apart: an argument may be the current detail text itself. */
    char text[STATUS_DETAIL_MAX];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    memcpy(detail_text, text, sizeof text);
    return st;
}

status status_prefix(status st, const char *fmt, ...)
{
    char text[STATUS_DETAIL_MAX];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    size_t used = n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1;
    size_t left = sizeof text - 1 - used;
    if (left > 2) {
        text[used] = ':';
        text[used + 1] = ' ';
        size_t len = strlen(detail_text);
        if (len > left - 2) len = left - 2;
        memcpy(text + used + 2, detail_text, len);
        text[used + 2 + len] = '\0';
    }
    memcpy(detail_text, text, sizeof text);
    return st;
}

_Noreturn void status_must_failed(const char *file, int line, const char *cond)
{
    fprintf(stderr, "cuzk: internal error: %s:%d: %s\n", file, line, cond);
    abort();
}
