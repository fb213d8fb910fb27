import base from './.dependency-cruiser.mjs'

/**
 * Folders run in no circle: of two, one lies below. A folder and those in it count as one. Tests and what they draw may
 * reach anywhere, and dependency-cruiser adds a folder's files up before it asks for circles: hence a run of its own.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    { name: 'no-ring-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
  ],
  options: {
    ...base.options,
    exclude: { path: [...base.options.exclude.path, '^node_modules/', '\\.(test|fixture)\\.tsx?$'] },
  },
}
