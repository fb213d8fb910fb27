/** In place of Next's polyfills for browsers older than those it supports (next.config.mjs). */
export {}
