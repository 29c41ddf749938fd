import { useEffect, useRef } from 'react'
import type { Resolver } from 'react-hook-form'
import { companySizes, industries, industryLabels } from '../../domain/industries.ts'
import type { ServiceRequestInput, SubmittedRequest } from '../../domain/service-request.ts'
import { Button } from '../kit/Button.tsx'
import { callAddress } from '../kit/call.ts'
import { ChoiceGroup } from '../kit/CheckboxField.tsx'
import { DecoyField } from '../kit/DecoyField.tsx'
import { useFormWith } from '../kit/form-with.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { useSecondsOpen } from '../kit/seconds-open.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { loadToaster } from './late-parts.ts'
import type { RequestFields } from './request-check.ts'
import type { PublicService } from '../../domain/public-site.ts'
import { serviceWords, texts } from './words.ts'

const failure = 'Failed to submit service request. Please try again.'

// The domain's schema and zod come only when someone begins to fill the form: the page is there long before.
const loadCheck = () => import('./request-check.ts')

const resolver: Resolver<RequestFields, unknown, ServiceRequestInput> = async (values, context, options) => {
  try {
    return (await loadCheck()).checkRequest(values, context, options)
  } catch {
    // The validation code could not be loaded: the server validates too, and sending reports network errors.
    return { values: values as ServiceRequestInput, errors: {} }
  }
}

const missingWords = (count: number) =>
  count === 1 ? '1 field needs your attention.' : `${count} fields need your attention.`

/** The visitor's receipt of their request. */
export type Receipt = Pick<SubmittedRequest, 'reference' | 'statusPath'>

type RequestFormProps = { services: readonly PublicService[]; onSent: (receipt: Receipt) => void }

export function RequestForm({ services, onSent }: RequestFormProps) {
  const decoy = useRef<HTMLInputElement>(null)
  const secondsOpen = useSecondsOpen()
  // No default values, so that text typed before hydration stays in the fields.
  const form = useFormWith<RequestFields, ServiceRequestInput, Receipt>({
    resolver,
    failure,
    send: (values, idempotencyKey) =>
      callAddress<Receipt>('POST', '/api/service-requests', {
        body: { ...values, decoy: decoy.current?.value ?? '', secondsOpen: secondsOpen(idempotencyKey) },
        idempotencyKey,
      }),
    onSent: (receipt) => {
      form.reset()
      toast.success(texts.submitted)
      onSent(receipt)
    },
    onFailed: () => toast.error(failure),
  })
  const { register, errorOf } = form
  const { errors, isDirty } = form.formState
  const missing = Object.keys(errors).length
  useEffect(() => {
    // A failure here does no harm: each is requested again. The toast must be loaded to report a lost network.
    if (isDirty) Promise.all([loadCheck(), loadToaster()]).catch(() => {})
  }, [isDirty])
  return (
    // method="dialog": before hydration or without JavaScript, submitting does nothing instead of discarding the input.
    <form noValidate method="dialog" onSubmit={form.submit} aria-labelledby="request-title">
      <div className="grid grid-cols-1 gap-x-5 gap-y-5 sm:grid-cols-2">
        <TextField
          label="Business name"
          className="sm:col-span-2"
          autoComplete="organization"
          error={errorOf('businessName')}
          {...register('businessName')}
        />
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errorOf('firstName')}
          {...register('firstName')}
        />
        <TextField label="Last name" autoComplete="family-name" error={errorOf('lastName')} {...register('lastName')} />
        <TextField label="Email" type="email" autoComplete="email" error={errorOf('email')} {...register('email')} />
        <TextField label="Phone" type="tel" autoComplete="tel" error={errorOf('phone')} {...register('phone')} />
        <TextField
          label="Website"
          optional
          type="url"
          inputMode="url"
          autoComplete="url"
          className="sm:col-span-2"
          error={errorOf('website')}
          {...register('website')}
        />
        <SelectField
          label="Industry"
          optional
          empty="Choose an industry"
          choices={choicesOf(industries, industryLabels)}
          error={errorOf('industry')}
          {...register('industry')}
        />
        <SelectField
          label="Company size"
          optional
          empty="Choose a size"
          choices={companySizes.map((size) => ({ value: size, label: `${size} employees` }))}
          error={errorOf('companySize')}
          {...register('companySize')}
        />
        <ChoiceGroup
          label="Services"
          help="Choose one or more."
          look="tiles"
          className="sm:col-span-2"
          choices={serviceWords(services).map(({ key, name, brief }) => ({ value: key, label: name, detail: brief }))}
          error={errors.services?.message}
          {...register('services')}
        />
        <TextArea
          label="What do you need help with?"
          className="sm:col-span-2"
          error={errorOf('needsDescription')}
          {...register('needsDescription')}
        />
        <TextArea
          label="What are your business goals?"
          className="sm:col-span-2"
          rows={3}
          help="For example: hire two teachers by August, or have a handbook before the next audit."
          error={errorOf('businessGoals')}
          {...register('businessGoals')}
        />
      </div>
      <DecoyField ref={decoy} />
      <div className="mt-6">
        <FormProblem problem={form.problem} />
        {missing > 0 && <p className="mb-3 text-body font-semibold text-danger">{missingWords(missing)}</p>}
        <Button type="submit" variant="primary" size="large" pending={form.pending} pendingLabel="Submitting...">
          Submit request
        </Button>
      </div>
    </form>
  )
}
