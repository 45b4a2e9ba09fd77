#include "base/file.h"

#include "base/mem.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define WRITE_BUFFER_BYTES ((size_t)1 << 20)

static status open_regular(int *out_fd, size_t *out_bytes, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) FAIL(errno == ENOENT ? ST_NOT_FOUND : ST_IO, "%s: %s", path, strerror(errno));
    struct stat sb;
    status st = ST_OK;
    if (fstat(fd, &sb) != 0)
        st = status_fail(ST_IO, "%s: %s", path, strerror(errno));
    else if (!S_ISREG(sb.st_mode))
        st = status_fail(ST_IO, "%s: not a regular file", path);
    if (st != ST_OK) {
        close(fd);
        return st;
    }
    *out_fd = fd;
    *out_bytes = (size_t)sb.st_size;
    return ST_OK;
}

/* Reads until end of file; grows the buffer, so that pipes work too. */
static status read_stream(struct file_data *out, int fd, const char *path, size_t first_cap,
                          size_t max_bytes)
{
    size_t cap = first_cap + 1, n = 0;
    uint8_t *buf = mem_alloc(cap, 1);
    if (!buf) return ST_NOMEM;
    for (;;) {
        if (n == cap) {
            uint8_t *bigger = mem_grow(buf, cap, 2 * cap, 1);
            if (!bigger) {
                mem_free(buf);
                return ST_NOMEM;
            }
            buf = bigger;
            cap *= 2;
        }
        ssize_t got = read(fd, buf + n, cap - n);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            mem_free(buf);
            FAIL(ST_IO, "%s: read at offset %zu: %s", path, n, strerror(errno));
        }
        if (got == 0) break;
        n += (size_t)got;
        if (n > max_bytes) {
            mem_free(buf);
            FAIL(ST_FORMAT, "%s: larger than the limit of %zu bytes", path, max_bytes);
        }
    }
    *out = (struct file_data){.data = buf, .n = n, .mapped = false};
    return ST_OK;
}

status file_read(struct file_data *out, const char *path, size_t max_bytes)
{
    if (strcmp(path, "-") == 0)
        return read_stream(out, STDIN_FILENO, "standard input", 65536, max_bytes);
    int fd = -1;
    size_t n = 0;
    TRY(open_regular(&fd, &n, path));
    status st;
    if (n > max_bytes)
        st = status_fail(ST_FORMAT, "%s: %zu bytes, the limit is %zu", path, n, max_bytes);
    else
        st = read_stream(out, fd, path, n, max_bytes);
    close(fd);
    return st;
}

status file_map(struct file_data *out, const char *path)
{
    int fd = -1;
    size_t n = 0;
    TRY(open_regular(&fd, &n, path));
    void *p = NULL;
    if (n) p = mmap(NULL, n, PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    if (n && p == MAP_FAILED) FAIL(ST_IO, "%s: cannot map %zu bytes: %s", path, n, strerror(errno));
    *out = (struct file_data){.data = p, .n = n, .mapped = true};
    return ST_OK;
}

void file_release(struct file_data *f)
{
    if (f->mapped && f->n)
        (void)munmap((void *)(uintptr_t)f->data, f->n);
    else if (!f->mapped)
        mem_free((void *)(uintptr_t)f->data);
    *f = (struct file_data){0};
}

struct file_writer {
    int fd;
    char *path, *tmp_path;
    uint8_t *buf;
    size_t used, written;
};

static void writer_free(struct file_writer *w)
{
    if (w->fd >= 0) close(w->fd);
    mem_free(w->path);
    mem_free(w->tmp_path);
    mem_free(w->buf);
    mem_free(w);
}

status file_writer_create(struct file_writer **out, const char *path)
{
    size_t n = strlen(path);
    struct file_writer *w;
    TRY(MEM_NEW(w, 1));
    w->fd = -1;
    status st = ST_OK;
    TRY_OUT(MEM_NEW(w->path, n + 1));
    TRY_OUT(MEM_NEW(w->tmp_path, n + 32));
    TRY_OUT(MEM_NEW(w->buf, WRITE_BUFFER_BYTES));
    memcpy(w->path, path, n + 1);
    snprintf(w->tmp_path, n + 32, "%s.tmp-%ld", path, (long)getpid());
    w->fd = open(w->tmp_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (w->fd < 0) FAIL_OUT(ST_IO, "%s: %s", w->tmp_path, strerror(errno));
    *out = w;
    w = NULL;
out:
    if (w) writer_free(w);
    return st;
}

static status write_all(struct file_writer *w, const uint8_t *p, size_t n)
{
    while (n) {
        ssize_t done = write(w->fd, p, n);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0)
            FAIL(ST_IO, "%s: write at offset %zu: %s", w->tmp_path, w->written, strerror(errno));
        p += done;
        n -= (size_t)done;
        w->written += (size_t)done;
    }
    return ST_OK;
}

status file_writer_put(struct file_writer *w, const void *data, size_t n)
{
    if (n > WRITE_BUFFER_BYTES - w->used) {
        TRY(write_all(w, w->buf, w->used));
        w->used = 0;
    }
    if (n >= WRITE_BUFFER_BYTES) return write_all(w, data, n);
    if (n) memcpy(w->buf + w->used, data, n);
    w->used += n;
    return ST_OK;
}

status file_writer_commit(struct file_writer *w)
{
    status st = write_all(w, w->buf, w->used);
    if (st == ST_OK && fsync(w->fd) != 0)
        st = status_fail(ST_IO, "%s: fsync: %s", w->tmp_path, strerror(errno));
    if (st == ST_OK && rename(w->tmp_path, w->path) != 0)
        st = status_fail(ST_IO, "%s: rename to %s: %s", w->tmp_path, w->path, strerror(errno));
    if (st != ST_OK) (void)unlink(w->tmp_path);
    writer_free(w);
    return st;
}

void file_writer_abort(struct file_writer *w)
{
    if (!w) return;
    (void)unlink(w->tmp_path);
    writer_free(w);
}

status file_write(const char *path, const void *data, size_t n)
{
    struct file_writer *w;
    TRY(file_writer_create(&w, path));
    status st = file_writer_put(w, data, n);
    if (st != ST_OK) {
        file_writer_abort(w);
        return st;
    }
    return file_writer_commit(w);
}

bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

status file_make_folder(const char *path)
{
    char buf[4096];
    size_t n = strlen(path);
    if (n >= sizeof buf) FAIL(ST_ARG, "folder name of %zu bytes is too long", n);
    memcpy(buf, path, n + 1);
    for (size_t i = 1; i <= n; i++) {
        if (buf[i] != '/' && buf[i] != '\0') continue;
        char c = buf[i];
        buf[i] = '\0';
        if (mkdir(buf, 0755) != 0 && errno != EEXIST) FAIL(ST_IO, "%s: %s", buf, strerror(errno));
        buf[i] = c;
    }
    return ST_OK;
}
