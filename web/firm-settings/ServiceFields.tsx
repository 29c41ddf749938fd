import { maxExamples, serviceAvailabilities, type ServiceAvailability } from '../../domain/public-site.ts'
import type { ServiceCatalog } from '../../domain/service-catalog.ts'
import type { z } from 'zod'
import type { PortalForm } from '../kit/form-with.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { texts } from './words.ts'

const availabilityLabels: Record<ServiceAvailability, string> = {
  public: 'Visitors, clients, and the team',
  internal: 'Clients and the team',
  hidden: 'No one (hidden)',
}

export const blankService = {
  key: '',
  name: '',
  brief: '',
  detail: '',
  examples: [],
  availability: 'public',
} satisfies z.input<typeof ServiceCatalog>[number]

type Values = { services: z.input<typeof ServiceCatalog> }
type ServiceFieldsProps = { form: PortalForm<Values, { services: ServiceCatalog }>; at: number }

/** One service: its texts, and who can request it. */
export function ServiceFields({ form, at }: ServiceFieldsProps) {
  const { register, errorOf, setValue, watch } = form
  const examples = `services.${at}.examples` as const
  const lines = (watch(examples) ?? []).join('\n')
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField
        label="Name"
        maxLength={80}
        error={errorOf(`services.${at}.name`)}
        {...register(`services.${at}.name`)}
      />
      <SelectField
        label="Who can request it"
        choices={choicesOf(serviceAvailabilities, availabilityLabels)}
        error={errorOf(`services.${at}.availability`)}
        {...register(`services.${at}.availability`)}
      />
      <TextField
        label="In one sentence"
        className="sm:col-span-2"
        maxLength={200}
        error={errorOf(`services.${at}.brief`)}
        {...register(`services.${at}.brief`)}
      />
      <TextArea
        label="In one paragraph"
        optional
        className="sm:col-span-2"
        rows={3}
        maxLength={800}
        help={texts.serviceDetail}
        error={errorOf(`services.${at}.detail`)}
        {...register(`services.${at}.detail`)}
      />
      <TextArea
        label="Examples"
        optional
        className="sm:col-span-2"
        rows={4}
        help={`At most ${maxExamples}, one on each line.`}
        error={errorOf(examples) ?? exampleError(form, at)}
        value={lines}
        onChange={({ target }) =>
          setValue(examples, target.value === '' ? [] : target.value.split('\n'), { shouldDirty: true })
        }
      />
    </div>
  )
}

const exampleError = ({ errorOf }: ServiceFieldsProps['form'], at: number) =>
  Array.from({ length: maxExamples }, (_example, index) => errorOf(`services.${at}.examples.${index}`)).find(
    (message) => message !== undefined,
  )
