'use client'

import type { Processing } from '#contract/processing.ts'
import { AnswerPanel } from '#components/product/answer-panel.tsx'
import type { Messages } from '#lib/i18n/messages.ts'
import { EngineFacts } from './engine-facts.tsx'

interface Props {
  copy: Messages['processing']
  locale: string
}

/** Where pictures are, by today's settings. */
export function ProcessingPanel({ copy, locale }: Props) {
  return (
    <AnswerPanel<Processing> path="/processing" copy={copy} className="min-h-[44rem] sm:min-h-[34rem]">
      {({ staysHere, engines, storage: { company, region, place } }) => (
        <>
          {staysHere && (
            <div className="mb-10 border-l-4 border-accent pl-5">
              <p className="text-xl font-semibold">{copy.stays.title}</p>
              <p className="mt-2 measure">{copy.stays.text}</p>
            </div>
          )}
          <h2 className="text-2xl">{copy.engines}</h2>
          {engines.map((engine) => (
            <section key={engine.name} className="mt-6 border-t border-edge pt-4">
              <EngineFacts engine={engine} copy={copy} locale={locale} />
            </section>
          ))}
          <h2 className="mt-12 text-2xl">{copy.storage}</h2>
          <p className="mt-4 measure">
            {copy.places[place].replace('{company}', company ?? '').replace('{region}', region ?? '')}
          </p>
        </>
      )}
    </AnswerPanel>
  )
}
