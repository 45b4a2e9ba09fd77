/* Files: read whole, map, and write so that a reader sees the old content or the new, never half.
 */
#ifndef CUZK_BASE_FILE_H
#define CUZK_BASE_FILE_H

#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

/* A whole file in memory (mem_alloc'd) or mapped read-only. Zero-initialise. */
struct file_data {
    const uint8_t *data;
    size_t n;
    bool mapped;
};
/* Refuses files above max_bytes, folders, and files that shrink while read. path "-" reads standard
 * input (file_read only). */
NODISCARD status file_read(struct file_data *out, const char *path, size_t max_bytes);
NODISCARD status file_map(struct file_data *out, const char *path);
void file_release(struct file_data *f);

/* Writer to PATH.tmp-<pid>, renamed to PATH by commit (after fsync). abort removes it. */
struct file_writer;
NODISCARD status file_writer_create(struct file_writer **out, const char *path);
NODISCARD status file_writer_put(struct file_writer *w, const void *data, size_t n);
NODISCARD status file_writer_commit(struct file_writer *w); /* frees w also on failure */
void file_writer_abort(struct file_writer *w);              /* NULL is a no-op */

NODISCARD status file_write(const char *path, const void *data, size_t n); /* all of the above */
bool file_exists(const char *path);
/* mkdir -p of the folder itself. */
NODISCARD status file_make_folder(const char *path);

#endif
