import type { ReactNode } from 'react'
import { settings } from './words.ts'

/** Settings that are not set, and how they are: they belong to whoever starts the portal, so no form can hold them. */
export const Settings = ({ names, children }: { names: readonly string[]; children: ReactNode }) => (
  <>
    <p>{children}</p>
    <p className="mt-2">Set these where the portal is started, and start it again:</p>
    <dl className="mt-2 divide-y divide-line rounded-md border border-line">
      {names.map((name) => (
        <div key={name} className="px-3 py-2 sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] sm:gap-4">
          <dt className="text-meta text-ink-2">{settings[name]?.what ?? name}</dt>
          <dd>
            <code className="text-meta text-ink wrap-anywhere">{settings[name]?.example ?? name}</code>
          </dd>
        </div>
      ))}
    </dl>
  </>
)
