import { approach, values } from './words.ts'

export function About({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    <section id="about" aria-labelledby="about-title" className="mx-auto max-w-[1200px] px-4 py-20 sm:px-6">
      <div className="grid grid-cols-1 gap-x-12 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <h2 id="about-title" className="font-display text-h2 text-ink">
          Who we are
        </h2>
        <div className="max-w-[62ch] space-y-4 text-intro text-ink-2">
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="whitespace-pre-line">
              {paragraph}
            </p>
          ))}
        </div>
      </div>

      <h3 className="mt-16 font-display text-subtitle text-ink">Our three values</h3>
      <ul className="mt-6 grid grid-cols-1 gap-x-12 gap-y-8 md:grid-cols-3">
        {values.map((value) => (
          <li key={value.name} className="border-t border-line pt-5">
            <value.icon size={24} className="text-ridge-700" />
            <h4 className="mt-3 text-name text-ink">{value.name}</h4>
            <p className="mt-1.5 text-prose text-ink-2">{value.text}</p>
          </li>
        ))}
      </ul>

      <h3 className="mt-16 font-display text-subtitle text-ink">How we work, in four steps</h3>
      <ol className="mt-6 grid grid-cols-1 gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {approach.map((step, index) => (
          <li key={step.name} className="border-t-[3px] border-tab pt-4">
            <p className="tabular font-display text-numeral text-ink" aria-hidden="true">
              {index + 1}
            </p>
            <h4 className="mt-1 text-name text-ink">{step.name}</h4>
            <p className="mt-1.5 text-prose text-ink-2">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
