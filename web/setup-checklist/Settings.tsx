import type { ReactNode } from 'react'
import { settings } from './words.ts'

/** Missing settings and how to set them: only the operator's environment can, so there is no form. */
export const Settings = ({ names, children }: { names: readonly string[]; children: ReactNode }) => (
  <>
    <p>{children}</p>
    <p className="mt-2">Set these on the server, then restart the portal:</p>
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
