/* One status type for every layer. Errors are values; the text that explains one is kept per thread
 * until the next failure and is copied by whoever ends the job. Bad data is a status, never an
 * assert; a broken invariant of our own is MUST(). */
#ifndef CUZK_BASE_STATUS_H
#define CUZK_BASE_STATUS_H

#include <stddef.h>

#define NODISCARD         __attribute__((warn_unused_result))
#define PRINTF_LIKE(f, a) __attribute__((format(printf, f, a)))

/* X(code, one-line meaning) */
#define STATUS_LIST(X)                                                                             \
    X(ST_OK, "ok")                                                                                 \
    X(ST_ARG, "invalid argument")                                                                  \
    X(ST_FORMAT, "malformed data")                                                                 \
    X(ST_IO, "input/output error")                                                                 \
    X(ST_NOT_FOUND, "not found")                                                                   \
    X(ST_NOMEM, "out of memory")                                                                   \
    X(ST_GPU_NOMEM, "out of device memory")                                                        \
    X(ST_GPU_DEAD, "device lost")                                                                  \
    X(ST_UNSAT, "the statement is not satisfied")                                                  \
    X(ST_INVALID_PROOF, "the proof does not verify")                                               \
    X(ST_UNSUPPORTED, "not supported")                                                             \
    X(ST_CANCELLED, "cancelled")                                                                   \
    X(ST_TIMEOUT, "deadline passed")                                                               \
    X(ST_BUSY, "busy, try again later")                                                            \
    X(ST_BUG, "internal error")

enum status {
#define X(code, text) code,
    STATUS_LIST(X)
#undef X
};
typedef enum status status;

/* Static text of a code; never NULL. */
const char *status_text(status st);

/* Detail text of this thread's latest failure ("" if none). Valid until the next failure. */
const char *status_detail(void);

/* Sets this thread's detail text and returns `st`. The text names the thing, where, what was wanted
 * and what was found. Truncated at STATUS_DETAIL_MAX - 1 bytes. */
#define STATUS_DETAIL_MAX 512
status status_fail(status st, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Puts "text: " before the current detail text, for callers that know more about where. */
status status_prefix(status st, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Overwrites this thread's detail text with a copy of `detail` (moving an error across threads). */
void status_set_detail(const char *detail);

/* Our own bug: prints file, line and text, then aborts. */
_Noreturn void status_must_failed(const char *file, int line, const char *cond);

/* FAIL returns with a text; TRY returns the error of a call (for functions that own nothing);
 * the _OUT forms store it in `st` and jump to the function's only `out:` label. */
#define FAIL(code, ...)                                                                            \
    do {                                                                                           \
        (void)status_fail((code), __VA_ARGS__);                                                    \
        return (code); /* not the call's value: the compiler then sees a failure */                \
    } while (0)
#define FAIL_OUT(code, ...)                                                                        \
    do {                                                                                           \
        (void)status_fail((code), __VA_ARGS__);                                                    \
        st = (code);                                                                               \
        goto out;                                                                                  \
    } while (0)
#define TRY(expr)                                                                                  \
    do {                                                                                           \
        status try_st_ = (expr);                                                                   \
        if (try_st_ != ST_OK) return try_st_;                                                      \
    } while (0)
#define TRY_OUT(expr)                                                                              \
    do {                                                                                           \
        st = (expr);                                                                               \
        if (st != ST_OK) goto out;                                                                 \
    } while (0)
#define MUST(cond) ((cond) ? (void)0 : status_must_failed(__FILE__, __LINE__, #cond))

#endif
