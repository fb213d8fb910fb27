/**
 * For glibc, in a process that holds pictures in many threads: each thread would keep an arena of its own with freed
 * memory. The studio's children have their own settings, see `studio/pool/child.ts`.
 */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2' } as const
