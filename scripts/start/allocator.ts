/**
 * For glibc, of a process that holds pictures in many threads: each would keep an arena of its own, and in it what it lets go
 * of. The studio's children have their own, see `studio/pool/child.ts`.
 */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2' } as const
