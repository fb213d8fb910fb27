import type { Storage } from '#backend/providers/storage/storage-port.ts'

/** How many files of a person there are in storage, whatever the rows say. */
export async function countFiles(storage: Pick<Storage, 'list'>, personId: string): Promise<number> {
  let found = 0
  for await (const _file of storage.list(`persons/${personId}/`)) found++
  return found
}
