/** The looks of the payment page: plain enough to read, striped enough to be no real till. */
const STYLE = `
:root { color-scheme: light dark; --paper: oklch(0.985 0.004 85); --card: oklch(1 0 0); --ink: oklch(0.20 0.015 265); --quiet: oklch(0.46 0.015 265); --line: oklch(0.80 0.01 265); --accent: oklch(0.45 0.15 265); --on-accent: oklch(0.99 0 0); --warn: oklch(0.93 0.07 85); --warn-2: oklch(0.90 0.09 85); --warn-ink: oklch(0.32 0.06 60); --bad: oklch(0.48 0.17 27) }
@media (prefers-color-scheme: dark) { :root { --paper: oklch(0.19 0.012 265); --card: oklch(0.24 0.014 265); --ink: oklch(0.95 0.006 85); --quiet: oklch(0.76 0.012 265); --line: oklch(0.45 0.012 265); --accent: oklch(0.80 0.10 265); --on-accent: oklch(0.20 0.02 265); --warn: oklch(0.36 0.05 75); --warn-2: oklch(0.33 0.05 75); --warn-ink: oklch(0.95 0.04 85); --bad: oklch(0.78 0.13 27) } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, 'Helvetica Neue', Arial, sans-serif }
p, h1, h2, ol, ul, dl, dd { margin: 0; padding: 0 }
.banner { padding: 12px 24px; text-align: center; font-weight: 600; color: var(--warn-ink); background: repeating-linear-gradient(-45deg, var(--warn) 0 16px, var(--warn-2) 16px 32px) }
main { max-width: 60rem; margin: 0 auto; padding: 32px 24px 64px; display: grid; gap: 32px }
@media (min-width: 52rem) { main { grid-template-columns: 1fr 1fr; gap: 64px; padding-top: 56px } main.one { grid-template-columns: minmax(0, 30rem); justify-content: center } }
h1 { font-size: 1.25rem; line-height: 1.3; font-weight: 600 }
h2 { font-size: 1rem; font-weight: 600 }
.total { font-size: 2.44rem; line-height: 1.2; font-weight: 700; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; margin: 8px 0 24px }
.quiet { color: var(--quiet); font-size: 0.875rem }
ul { list-style: none }
.bill li, .bill div { display: flex; justify-content: space-between; gap: 24px; padding: 10px 0; border-top: 1px solid var(--line); font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.bill li > :last-child, .bill div > :last-child { flex: none; white-space: nowrap }
.bill .sum { font-weight: 650 }
a { color: inherit }
.back { display: inline-block; padding: 8px 0; margin-bottom: 16px }
form { display: grid; gap: 16px }
p + form { margin-top: 24px }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 16px; grid-template-columns: 1fr 1fr; min-width: 0 }
fieldset > * { grid-column: 1 / -1 }
fieldset .half { grid-column: auto }
legend { padding: 0 0 8px; font-weight: 600 }
label { display: block; font-size: 0.875rem; font-weight: 500; padding-bottom: 4px }
input { width: 100%; font: inherit; color: inherit; background: var(--card); padding: 11px 12px; border: 1px solid var(--quiet); border-radius: 6px }
input[aria-invalid] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad) }
.wrong { color: var(--bad); font-size: 0.875rem; padding-top: 4px }
.alert { border: 2px solid var(--bad); border-radius: 6px; padding: 12px 16px; font-weight: 500 }
button { font: inherit; cursor: pointer; border-radius: 6px }
.primary { padding: 13px 16px; border: 0; font-weight: 650; background: var(--accent); color: var(--on-accent) }
.plain { padding: 12px 16px; border: 1px solid var(--quiet); background: transparent; color: inherit }
.numbers { margin-top: 32px; padding-top: 24px; border-top: 1px solid var(--line); display: grid; gap: 8px }
.numbers ul { display: grid; gap: 8px }
.numbers li { display: grid }
.numbers button { display: grid; text-align: start; padding: 10px 12px; border: 1px solid var(--line); background: var(--card); color: inherit }
.numbers code { font: 500 0.9375rem/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: nowrap }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`

/** Fills in a chosen number, groups the typed digits of a card or characters of an IBAN, and submits the form once. */
const SCRIPT = `
const form = document.querySelector('form')
const field = (name) => form.elements.namedItem(name)
const grouped = (number) => number.replace(/(\\w{4})(?=\\w)/g, '$1 ')
const ofNumber = (typed) =>
  /^[a-z]/i.test(typed) ? typed.replace(/[^a-z\\d]/gi, '').slice(0, 34).toUpperCase() : typed.replace(/\\D/g, '').slice(0, 19)
for (const button of document.querySelectorAll('[data-number]')) {
  button.addEventListener('click', () => {
    field('number').value = grouped(button.dataset.number)
    if (!field('expiry').value) field('expiry').value = button.dataset.expiry
    if (!field('cvc').value) field('cvc').value = '123'
    if (!field('name').value) field('name').value = 'Test'
    ;(field('email').value ? form.querySelector('.primary') : field('email')).focus()
  })
}
field('number')?.addEventListener('input', (event) => {
  const { value, selectionStart } = event.target
  if (selectionStart === value.length) event.target.value = grouped(ofNumber(value))
})
form.addEventListener('submit', () => { for (const button of form.querySelectorAll('button')) button.disabled = true })
addEventListener('pageshow', () => { for (const button of form.querySelectorAll('button')) button.disabled = false })
`

export const ASSETS: ReadonlyMap<string, { type: string; content: string }> = new Map([
  ['page.css', { type: 'text/css; charset=utf-8', content: STYLE }],
  ['page.js', { type: 'text/javascript; charset=utf-8', content: SCRIPT }],
])
