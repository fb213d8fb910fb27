import { z } from 'zod'
import { productUnderTest } from './product-under-test.ts'

/** The Auth emulator as its operator: https://firebase.google.com/docs/reference/rest/auth#section-auth-emulator */
async function ask(path: string, body?: unknown): Promise<unknown> {
  const { authUrl } = productUnderTest()
  const response = await fetch(`${authUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return response.json()
}

const accountsPath = (call: string) =>
  `/identitytoolkit.googleapis.com/v1/projects/${productUnderTest().projectId}/accounts:${call}`

const Users = z.object({
  users: z.array(
    z.looseObject({
      localId: z.string(),
      providerUserInfo: z.array(z.looseObject({ providerId: z.string() })).default([]),
    }),
  ),
})

async function readUser(email: string) {
  const [user] = Users.parse(await ask(accountsPath('lookup'), { email: [email] })).users
  if (!user) throw new Error(`no account has the address ${email}`)
  return user
}

/** The account's sign-in providers, by the service's names, in alphabetical order. */
export async function readProviders(email: string): Promise<string[]> {
  return (await readUser(email)).providerUserInfo.map(({ providerId }) => providerId).sort()
}

export async function lockAccount(email: string): Promise<void> {
  const { localId } = await readUser(email)
  await ask(accountsPath('update'), { localId, disableUser: true })
}

/** Changes the address as an intruder would; the old address gets a mail that reverts it. */
export async function changeAddress(email: string, newEmail: string): Promise<void> {
  const { localId } = await readUser(email)
  await ask(accountsPath('update'), { localId, email: newEmail })
}

const Codes = z.object({
  verificationCodes: z.array(z.object({ phoneNumber: z.string(), code: z.string() })),
})

/** The newest code that was sent to a phone. */
export async function readLastCode(phoneNumber: string): Promise<string> {
  const path = `/emulator/v1/projects/${productUnderTest().projectId}/verificationCodes`
  const codes = Codes.parse(await ask(path)).verificationCodes.filter(
    (sent) => sent.phoneNumber === phoneNumber,
  )
  const last = codes.at(-1)
  if (!last) throw new Error(`no code was sent to ${phoneNumber}`)
  return last.code
}

const Link = z.looseObject({ oobLink: z.url() })

/** The link of an account mail in the form of production's mails, in French. */
export async function sendMailLink(requestType: string, email: string, newEmail: string): Promise<string> {
  const { oobLink } = Link.parse(
    await ask(accountsPath('sendOobCode'), { requestType, email, newEmail, returnOobLink: true }),
  )
  const { searchParams } = new URL(oobLink)
  const query = new URLSearchParams({
    mode: searchParams.get('mode') ?? '',
    oobCode: searchParams.get('oobCode') ?? '',
  })
  return `${productUnderTest().siteUrl}/fr/auth/action?${query.toString()}`
}
