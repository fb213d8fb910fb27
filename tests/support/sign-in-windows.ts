import { expect, type BrowserContext, type Page } from 'playwright/test'

/**
 * A stand-in for Google's frame messages (`gapi.iframes`), limited to the calls that Firebase's window code and the
 * emulator's pages use: a frame is opened, both sides register handlers by name, send to each other and answer.
 * Messages sent before the other side listens are kept for it.
 */
function frameMessages(): void {
  type Handler = (data: unknown) => unknown
  interface Message {
    gapi: 'send' | 'answer'
    id: string
    name: string
    data: unknown
  }
  function connect(other: () => Window | null) {
    const handlers = new Map<string, Handler>()
    const answers = new Map<string, (answers: unknown[]) => void>()
    const early: Message[] = []
    let isThere = false
    const unsent: Message[] = []
    const post = (message: Message) => {
      if (isThere) other()?.postMessage(message, '*')
      else unsent.push(message)
    }
    const handle = ({ id, name, data }: Message) => {
      const handler = handlers.get(name)
      if (handler) post({ gapi: 'answer', id, name, data: handler(data) })
      else early.push({ gapi: 'send', id, name, data })
    }
    const hear = ({ id, data }: Message) => {
      try {
        answers.get(id)?.([data])
      } catch {
        // Google's implementation swallows a listener's errors: Firebase's listener throws after each answer.
      }
    }
    const greet = () => other()?.postMessage({ gapi: 'hello' }, '*')
    window.addEventListener(
      'message',
      ({ source, data }: MessageEvent<Message | { gapi: 'hello' } | null>) => {
        if (source !== other() || data === null || typeof data !== 'object' || !('gapi' in data)) return
        if (data.gapi === 'hello') {
          if (!isThere) greet()
          isThere = true
          for (const message of unsent.splice(0)) post(message)
        } else if (data.gapi === 'answer') hear(data)
        else handle(data)
      },
    )
    handlers.set('ping', () => true)
    greet()
    const frame = {
      restyle: () => Promise.resolve(),
      register: (name: string, handler: Handler) => {
        handlers.set(name, handler)
        for (const message of early.splice(0)) handle(message)
      },
      send: (name: string, data: unknown, answer?: (answers: unknown[]) => void) => {
        const id = Math.random().toString(36)
        if (answer) answers.set(id, answer)
        post({ gapi: 'send', id, name, data })
      },
      ping: (answer: () => void) =>
        new Promise<void>((resolve) =>
          frame.send('ping', null, () => {
            answer()
            resolve()
          }),
        ),
    }
    return frame
  }
  type Frame = ReturnType<typeof connect>
  interface OpenOptions {
    where: HTMLElement
    url: string
    attributes?: { style?: Partial<CSSStyleDeclaration> }
  }
  const context = {
    open: (options: OpenOptions, then: (frame: Frame) => unknown) => {
      const element = document.createElement('iframe')
      Object.assign(element.style, options.attributes?.style)
      element.setAttribute('aria-hidden', 'true')
      element.tabIndex = -1
      element.src = options.url
      options.where.append(element)
      return Promise.resolve(then(connect(() => element.contentWindow)))
    },
    getParentIframe: () => connect(() => window.parent),
  }
  const gapi = {
    load: (_name: string, options: { callback: () => void }) => setTimeout(options.callback),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: true, Iframe: true, getContext: () => context },
  }
  const script = document.currentScript
  const wanted = script instanceof HTMLScriptElement ? new URL(script.src).searchParams.get('onload') : null
  Object.assign(window, { gapi })
  const onLoad: unknown = Reflect.get(window, wanted ?? 'gapi_onload')
  if (typeof onLoad === 'function') Reflect.apply(onLoad, window, [])
}

/**
 * Serves the external files of the Google and Apple windows: the one required script, and empty answers for
 * decoration of the emulator's pages.
 */
export async function serveSignInWindows(context: BrowserContext): Promise<void> {
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${frameMessages.toString()})()` }),
  )
  await context.route(/^https:\/\/(unpkg\.com|fonts\.googleapis\.com)\//, (route) => route.abort())
}

/** On the emulator's page of a provider: signs up a new user with this address. */
export async function signUpAtProvider(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Add new account' }).click()
  await page.locator('#email-input').fill(email)
  await page.locator('#sign-in').click()
}

/** Signs in an existing user. */
export async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByText(email).click()
}

/** Presses a button that opens a window, and answers with the window. */
export async function openWindow(page: Page, button: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  const popup = await opened
  await expect(popup.getByText('Sign-in with').first()).toBeVisible()
  return popup
}
