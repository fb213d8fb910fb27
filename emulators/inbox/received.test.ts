import { expect } from 'expect'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { simpleParser } from 'mailparser'
import { MailRefusedError } from '#backend/providers/mail/mail-port.ts'
import { createSmtpMailer } from '#backend/providers/mail/smtp.ts'
import { renderInbox, renderReceived } from './page.ts'
import { createSmtpServer, createStore, KEPT } from './received.ts'

const store = createStore()
const door = createSmtpServer(store)
let mailer: ReturnType<typeof createSmtpMailer>

before(async () => {
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const { port } = door.server.address() as AddressInfo
  const server = { host: '127.0.0.1', port, usesTls: false, requiresTls: false, credentials: undefined }
  mailer = createSmtpMailer({ ...server, from: 'Der Läufer <a@site.example>' })
})
after(async () => {
  mailer.close()
  await new Promise<void>((resolve) => door.close(resolve))
})

const mail = { to: 'käthe@b.example', subject: 'Grüße', text: 'Text', html: '<p>Page</p>', headers: {} }

test('a mail of the product arrives unchanged, under its own id', async () => {
  await mailer.send({
    ...mail,
    to: 'k@b.example',
    messageId: `1@${mailer.domain}`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  const [received] = store.list('k@b.example')
  expect(received).toMatchObject({
    messageId: '<1@site.example>',
    to: ['k@b.example'],
    subject: 'Grüße',
    html: '<p>Page</p>',
  })
  expect(received?.text.trim()).toBe('Text')
  expect(received?.from).toContain('Der Läufer')
  expect(received?.raw).toMatch(/^Auto-Submitted: auto-generated/m)
})

test('a file and a picture on the page arrive with it', async () => {
  const picture = {
    fileName: 'a.jpg',
    mediaType: 'image/jpeg',
    bytes: Buffer.from('picture'),
    contentId: 'shown',
  }
  const receipt = { fileName: 'Beleg Ä.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF') }
  const html = '<img src="cid:shown">'
  await mailer.send({ ...mail, html, to: 'f@b.example', messageId: '6@x', files: [picture, receipt] })
  const { attachments } = await simpleParser(store.list('f@b.example')[0]?.raw ?? '')
  const seen = attachments.map(({ filename, contentType, related, cid, content }) => ({
    filename,
    contentType,
    related: related === true,
    cid,
    content: content.toString(),
  }))
  expect(seen).toEqual([
    { filename: 'a.jpg', contentType: 'image/jpeg', related: true, cid: 'shown', content: 'picture' },
    {
      filename: 'Beleg Ä.pdf',
      contentType: 'application/pdf',
      related: false,
      cid: undefined,
      content: '%PDF',
    },
  ])
})

test('an address with a line break stays one address, and such a subject one line', async () => {
  await mailer.send({
    ...mail,
    to: 'one@b.example',
    subject: 'Hello\r\nBcc: two@b.example',
    messageId: '2@x',
  })
  const [received] = store.list('one@b.example')
  expect(received?.to).toEqual(['one@b.example'])
  expect(received?.raw.split(/\r?\n\r?\n/)[0]).not.toMatch(/^Bcc:/m)
  const list = mailer.send({ ...mail, to: 'x@b.example, y@b.example', messageId: '3@x' })
  await list.catch(() => undefined)
  expect([...store.list('x@b.example'), ...store.list('y@b.example')]).toEqual([])
})

test('a permanent refusal is final; an unreachable server is tried again', async () => {
  const large = { ...mail, to: 'l@b.example', text: 'x'.repeat(KEPT.mailBytes + 1), messageId: '4@x' }
  await expect(mailer.send(large)).rejects.toBeInstanceOf(MailRefusedError)
  const { port } = door.server.address() as AddressInfo
  const nowhere = createSmtpMailer({
    host: '127.0.0.1',
    port,
    usesTls: false,
    requiresTls: true,
    credentials: undefined,
    from: 'a@b',
  })
  await expect(nowhere.send({ ...mail, to: 'l@b.example', messageId: '5@x' })).rejects.not.toBeInstanceOf(
    MailRefusedError,
  )
  nowhere.close()
})

test('a client that breaks off in the middle of a mail leaves the server up', async () => {
  const { port } = door.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  for (const line of ['', 'EHLO a', 'MAIL FROM:<a@b.example>', 'RCPT TO:<c@b.example>', 'DATA']) {
    if (line !== '') client.write(`${line}\r\n`)
    await once(client, 'data')
  }
  client.resetAndDestroy()
  await mailer.send({ ...mail, to: 'next@b.example', messageId: '7@x' })
  expect(store.list('next@b.example')).toHaveLength(1)
  expect(store.list('c@b.example')).toEqual([])
})

test('the store drops the oldest mails beyond its limits', async () => {
  const small = createStore({ mails: 3, bytes: 400 })
  const send = (subject: string, bytes = 0) =>
    small.receive(`Subject: ${subject}\r\n\r\n${'x'.repeat(bytes)}`, ['a@b.example'], new Date(0))
  for (const subject of ['1', '2', '3', '4']) await send(subject)
  expect(small.list().map(({ subject }) => subject)).toEqual(['4', '3', '2'])
  await send('5', 365)
  expect(small.list().map(({ subject }) => subject)).toEqual(['5', '4'])
  await send('6', 500)
  expect(small.list()).toEqual([])
})

test("a received mail's fields are shown as text around the frame", async () => {
  const hostile = await store.receive(
    'Subject: <script>x</script>\r\n\r\n<b>',
    ['"<i>"@b.example'],
    new Date(0),
  )
  for (const page of [renderReceived(hostile), renderInbox([], 'http://site.example', [hostile])]) {
    expect(page).not.toContain('<script>x')
    expect(page).not.toContain('<i>')
  }
})
