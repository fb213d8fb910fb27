import { z } from 'zod'

/** What the Auth emulator lists at `/emulator/v1/projects/{id}/verificationCodes`: codes that have not been used. */
export const VerificationCodes = z.object({
  verificationCodes: z.array(
    z.object({ phoneNumber: z.string(), sessionInfo: z.string(), code: z.string() }),
  ),
})
type VerificationCode = z.infer<typeof VerificationCodes>['verificationCodes'][number]

/** A code that production would send to a phone. */
export interface TextMessage {
  /** Counts up from 1 in order of arrival. */
  id: number
  to: string
  code: string
  receivedAt: Date
  isUsed: boolean
}

/** Takes in what the emulator lists now, as the mailbox does with its links. */
export function createTextMessages() {
  const messages = new Map<string, TextMessage>()
  return {
    receive(codes: readonly VerificationCode[], receivedAt: Date): void {
      const listed = new Set(codes.map(({ sessionInfo }) => sessionInfo))
      for (const [session, message] of messages)
        messages.set(session, { ...message, isUsed: !listed.has(session) })
      for (const { phoneNumber: to, sessionInfo, code } of codes)
        if (!messages.has(sessionInfo))
          messages.set(sessionInfo, { id: messages.size + 1, to, code, receivedAt, isUsed: false })
    },
    /** Newest first. */
    list: (): TextMessage[] => [...messages.values()].reverse(),
  }
}
