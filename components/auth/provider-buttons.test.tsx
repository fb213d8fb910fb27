import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import en from '#messages/en.json' with { type: 'json' }
import { ProviderButtons } from './provider-buttons.tsx'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15'

function show(userAgent: string) {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  render(
    <NextIntlClientProvider locale="en" timeZone="Europe/Zurich" messages={en}>
      <ProviderButtons waitingFor={undefined} onChoose={() => undefined} />
    </NextIntlClientProvider>,
  )
  return screen.getAllByRole('button').map((button) => button.textContent)
}

afterEach(() => {
  jest.restoreAllMocks()
})

describe('the ways to sign in', () => {
  test.each([
    [
      'Instagram',
      `${IPHONE} (KHTML, like Gecko) Mobile/22F76 Instagram 385.0.0.23.79 (iPhone14,5; iOS 18_5)`,
    ],
    [
      'Facebook',
      `${IPHONE} (KHTML, like Gecko) Mobile/22F76 [FBAN/FBIOS;FBAV/517.0.0.48.106;FBDV/iPhone14,5]`,
    ],
    [
      'Facebook',
      'Mozilla/5.0 (Linux; Android 15; Pixel 8; wv) Chrome/137.0.0.0 Mobile [FB_IAB/FB4A;FBAV/517.0.0;]',
    ],
    ['LinkedIn', `${IPHONE} (KHTML, like Gecko) Mobile/22F76 [LinkedInApp]/9.31.1`],
  ])('in %s, Google is not offered, and it is said how to go on', (app, userAgent) => {
    expect(show(userAgent)).toEqual(['Continue with Apple'])
    expect(screen.getByText(en.auth.providers.inApp.replaceAll('{app}', app))).not.toBeNull()
  })

  test.each([
    `${IPHONE} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
  ])('in a browser there are both', (userAgent) => {
    expect(show(userAgent)).toEqual(['Continue with Google', 'Continue with Apple'])
  })
})
