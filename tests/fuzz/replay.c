/* Runs a fuzz target over files and folders of files: the corpora as ordinary tests, with any
 * compiler. */
#include "base/file.h"
#include <dirent.h>
#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static int replay(const char *path)
{
    struct file_data f = {0};
    if (file_read(&f, path, (size_t)64 << 20) != ST_OK) {
        fprintf(stderr, "replay: %s\n", status_detail());
        return 1;
    }
    (void)LLVMFuzzerTestOneInput(f.data, f.n);
    file_release(&f);
    return 0;
}

static int replay_folder(const char *path, unsigned *n)
{
    DIR *d = opendir(path);
    if (!d) {
        ++*n;
        return replay(path);
    }
    int bad = 0;
    for (const struct dirent *e; (e = readdir(d)) != NULL;) {
        char file[4096];
        if (e->d_name[0] == '.') continue;
        snprintf(file, sizeof file, "%s/%s", path, e->d_name);
        bad |= replay(file);
        ++*n;
    }
    closedir(d);
    return bad;
}

int main(int argc, char **argv)
{
    int bad = 0;
    unsigned n = 0;
    for (int i = 1; i < argc; i++)
        bad |= replay_folder(argv[i], &n);
    printf("%s: %u inputs replayed\n", argv[0], n);
    return bad;
}
