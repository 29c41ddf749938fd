import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { z } from 'zod'
import type { FirmSettingsView } from '../../domain/firm-settings.ts'
import { maxServices } from '../../domain/public-site.ts'
import { ServiceCatalog } from '../../domain/service-catalog.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { blankService, ServiceFields } from './ServiceFields.tsx'
import { useSectionForm } from './use-section-form.ts'
import { texts } from './words.ts'

const schema = z.strictObject({ services: ServiceCatalog })

/** The services in their order, each with who can request it. */
export function ServicesSection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema,
    valuesOf: ({ services }) => ({ services }),
    change: ({ services }) => ({ services }),
    success: 'Services saved',
  })
  const { fields, append, remove, swap } = useFieldArray({ control: form.control, name: 'services', keyName: 'row' })
  const { errors } = form.formState
  const problem = errors.services?.root?.message ?? errors.services?.message
  return (
    <SectionPanel title="Services" note={texts.services} form={form}>
      <ol className="divide-y divide-line border-y border-line">
        {fields.map((field, at) => {
          const name = form.watch(`services.${at}.name`)
          const about = name === '' ? `service ${at + 1}` : name
          return (
            <li key={field.row} className="py-4" aria-label={about}>
              <div className="mb-2 flex items-start justify-between gap-3">
                <h3 className="min-w-0 pt-1 text-panel wrap-anywhere text-ink">
                  {at + 1}. {name === '' ? 'New service' : name}
                </h3>
                <div className="flex shrink-0">
                  <IconButton label={`Move ${about} up`} disabled={at === 0} onClick={() => swap(at, at - 1)}>
                    <ArrowUp />
                  </IconButton>
                  <IconButton
                    label={`Move ${about} down`}
                    disabled={at === fields.length - 1}
                    onClick={() => swap(at, at + 1)}
                  >
                    <ArrowDown />
                  </IconButton>
                  {field.key === '' && (
                    <IconButton label={`Remove ${about}`} onClick={() => remove(at)}>
                      <Trash2 />
                    </IconButton>
                  )}
                </div>
              </div>
              <ServiceFields form={form} at={at} />
            </li>
          )
        })}
      </ol>
      {problem !== undefined && (
        <p role="alert" className="text-body text-danger">
          {problem}
        </p>
      )}
      {fields.length < maxServices ? (
        <div>
          <Button onClick={() => append(blankService)}>
            <Plus />
            Add service
          </Button>
        </div>
      ) : (
        <p className="text-body text-ink-2">{texts.mostServices}</p>
      )}
    </SectionPanel>
  )
}
