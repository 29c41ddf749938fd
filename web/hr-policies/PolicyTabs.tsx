import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OpenTabPanel, Tabs } from '../kit/Tabs.tsx'
import type { EmployerSearch } from './employer-search.ts'

const tabs = [
  { value: 'guide', label: 'Virginia compliance guide' },
  { value: 'model', label: 'Model policy' },
] as const

type PolicyTabsProps = {
  slug: string
  value: (typeof tabs)[number]['value']
  /** Whom the library is read for; both tabs have it in their address. */
  search: EmployerSearch
  children: ReactNode
}

/** The two documents about one topic, each with an address of its own: what the law asks, and text to adopt. */
export function PolicyTabs({ slug, value, search, children }: PolicyTabsProps) {
  const navigate = useNavigate()
  return (
    <Tabs
      label="Documents"
      tabs={tabs}
      value={value}
      onChange={(next) =>
        void navigate({
          to: next === 'model' ? '/hr-policies/$slug/model-policy' : '/hr-policies/$slug',
          params: { slug },
          search,
          resetScroll: false,
        })
      }
    >
      <OpenTabPanel value={value}>{children}</OpenTabPanel>
    </Tabs>
  )
}
