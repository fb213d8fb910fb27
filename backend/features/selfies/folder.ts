/** Storage key prefix of one selfie's files. */
export function selfieFolder(personId: string, selfieId: string): string {
  return `persons/${personId}/selfies/${selfieId}`
}
