import { expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { useState } from 'react'
import { Care, type Cares } from '#contract/cares.ts'
import messages from '#messages/de.json' with { type: 'json' }
import { CaresChoice } from './cares-choice.tsx'

function show(start: Cares, possible: readonly Care[] = Care.options) {
  const onChange = jest.fn()
  function Owner() {
    const [cares, setCares] = useState(start)
    return (
      <CaresChoice
        possible={possible}
        cares={cares}
        onChange={(next) => {
          setCares(next)
          onChange(next)
        }}
        purpose="order"
      />
    )
  }
  render(
    <NextIntlClientProvider locale="de" messages={messages} timeZone="UTC">
      <Owner />
    </NextIntlClientProvider>,
  )
  return onChange
}

const line = () => screen.getByText(messages.cares.title).parentElement?.textContent
const of = (care: Care) => screen.getByLabelText(messages.cares.of[care].name)

test('folded, with no care selected, until the user opens it', async () => {
  const onChange = show({})
  expect(screen.getByRole('group').hasAttribute('open')).toBe(false)
  expect(line()).toBe('RetuscheKeine')
  await userEvent.selectOptions(of('glare'), 'Dezent')
  await userEvent.selectOptions(of('teeth'), 'Deutlich')
  expect(onChange).toHaveBeenLastCalledWith({ glare: 'light', teeth: 'full' })
  expect(line()).toBe('RetuscheGlanz · Zähne')
  await userEvent.selectOptions(of('glare'), 'Aus')
  expect(onChange).toHaveBeenLastCalledWith({ teeth: 'full' })
  expect(line()).toBe('RetuscheZähne')
})

test('earlier cares are shown, each with its explanation', () => {
  show({ eyes: 'full' })
  expect(line()).toBe('RetuscheAugen')
  expect(screen.getByRole('combobox', { name: 'Augen', description: messages.cares.of.eyes.hint })).toBe(
    of('eyes'),
  )
  expect(of('eyes')).toHaveProperty('value', 'full')
})

test('only possible cares are offered, and nothing where none is possible', () => {
  show({}, ['teeth'])
  expect(screen.getAllByRole('combobox')).toEqual([of('teeth')])
  document.body.replaceChildren()
  show({}, [])
  expect(screen.queryByText(messages.cares.title)).toBeNull()
})
