import { served } from './words.ts'

export function WhoWeServe() {
  return (
    <section aria-labelledby="serve-title" className="mx-auto max-w-[1200px] px-4 pt-20 sm:px-6">
      <h2 id="serve-title" className="font-display text-h2 text-ink">
        Who We Serve
      </h2>
      <ul className="mt-9 grid grid-cols-1 gap-6 md:grid-cols-3">
        {served.map((who) => (
          <li key={who.name} className="flex flex-col">
            <div className="ml-0 h-5 w-28 rounded-t-lg bg-manila-200 edge-forced" />
            <div className="flex-1 rounded-lg rounded-tl-none border border-line bg-surface p-6 shadow-sheet">
              <who.icon size={24} className="text-ridge-700" />
              <h3 className="mt-3 text-name text-ink">{who.name}</h3>
              <p className="mt-1.5 text-prose text-ink-2">{who.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Mission() {
  return (
    <section aria-labelledby="mission-title" className="mx-auto max-w-[1200px] px-4 py-20 sm:px-6">
      <div className="grid grid-cols-1 gap-x-12 gap-y-4 border-t border-line pt-10 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <h2 id="mission-title" className="font-display text-h2 text-ink">
          Our mission
        </h2>
        <p className="max-w-[40ch] font-display text-subtitle font-normal text-ink-2 sm:text-[1.5rem] sm:leading-9">
          To give every small business and school in Virginia the HR department it couldn’t hire, so that the people who
          work there are treated fairly and the people who lead it can focus on their work.
        </p>
      </div>
    </section>
  )
}
