import imports from './.dependency-cruiser.mjs'

/**
 * Folders run in no ring: of two that know each other, one lies below. A folder counts together with those inside it.
 * A run of its own, because tests beside the code may reach up, and what a rule of folders sees cannot leave files out.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-ring-of-folders',
      comment:
        'Move what both need (a type, a constant, rows and states) to the folder below, or the use case to the one above.',
      severity: 'error',
      scope: 'folder',
      from: { pathNot: '^tests/' },
      to: { circular: true },
    },
  ],
  options: {
    ...imports.options,
    exclude: { path: [...imports.options.exclude.path, '^node_modules/', '\\.(test|fixture)\\.tsx?$'] },
  },
}
