/** Storage folder of one selfie's files. */
export function selfieFolder(selfie: { personId: string; id: string }): string {
  return `persons/${selfie.personId}/selfies/${selfie.id}`
}
