import { useEffect } from 'react'
import type { Resolver } from 'react-hook-form'
import { companySizes, industries, industryLabels } from '../../domain/industries.ts'
import type { ServiceRequestInput } from '../../domain/service-request.ts'
import { Button } from '../kit/Button.tsx'
import { callAddress } from '../kit/call.ts'
import { ChoiceGroup } from '../kit/CheckboxField.tsx'
import { useFormWith } from '../kit/form-with.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { loadToaster } from './late-parts.ts'
import type { RequestFields } from './request-check.ts'
import type { Receipt } from './RequestService.tsx'
import { serviceWords } from './words.ts'

const failure = 'Failed to submit service request. Please try again.'

// The domain's schema and zod come only when someone begins to fill the form: the page is there long before.
const loadCheck = () => import('./request-check.ts')

const resolver: Resolver<RequestFields, unknown, ServiceRequestInput> = async (values, context, options) => {
  try {
    return (await loadCheck()).checkRequest(values, context, options)
  } catch {
    // The check could not be fetched: the server checks the same, and sending says what is wrong with the network.
    return { values: values as ServiceRequestInput, errors: {} }
  }
}

const serviceChoices = serviceWords.map(({ type, name, brief }) => ({ value: type, label: name, detail: brief }))

export function RequestForm({ onSent }: { onSent: (receipt: Receipt) => void }) {
  // No default values: what was typed before React arrived stays in the fields.
  const form = useFormWith<RequestFields, ServiceRequestInput, Receipt>({
    resolver,
    failure,
    send: (values, idempotencyKey) =>
      callAddress<Receipt>('POST', '/api/service-requests', { body: values, idempotencyKey }),
    onSent: (receipt) => {
      form.reset()
      toast.success('Your service request has been submitted. We will contact you within 24 hours.')
      onSent(receipt)
    },
    onFailed: () => toast.error(failure),
  })
  const { register, errorOf } = form
  const { errors, isDirty } = form.formState
  useEffect(() => {
    // Failing here costs nothing; each is asked for again. The toast must be at hand to say that the network is gone.
    if (isDirty) Promise.all([loadCheck(), loadToaster()]).catch(() => {})
  }, [isDirty])
  return (
    // `dialog`: sent before React is there, or without JavaScript, the form does nothing, rather than leave with what was typed.
    <form
      noValidate
      method="dialog"
      onSubmit={form.submit}

      aria-labelledby="request-title"
    >
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
          help="Starts with https://"
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
          choices={serviceChoices}
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
      <div className="mt-6">
        <FormProblem problem={form.problem} />
        <Button type="submit" variant="primary" size="large" pending={form.pending} pendingLabel="Submitting...">
          Submit request
        </Button>
      </div>
    </form>
  )
}
