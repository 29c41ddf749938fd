import { z } from 'zod'
import { startOnlinePayment } from '../../api/online-payments.ts'
import { type PaymentOptions } from '../../domain/online-payment.ts'
import { paymentAmount } from '../../domain/payment.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { formatMoney } from '../kit/money.ts'
import { MoneyField } from '../kit/MoneyField.tsx'

const PayFormSchema = z.object({ amount: paymentAmount })

/** Opens Stripe's page. The amount can be changed if the firm accepts partial payments. */
export function PayForm({ options: { invoiceId, payable, online } }: { options: PaymentOptions }) {
  const allowsPartial = online?.allowsPartial ?? false
  const form = usePortalForm({
    schema: PayFormSchema,
    defaultValues: { amount: payable },
    failure: 'Couldn’t open the payment page. Try again.',
    send: ({ amount }, idempotencyKey) =>
      call(startOnlinePayment, {
        params: { id: invoiceId },
        body: allowsPartial ? { amount } : {},
        idempotencyKey,
      }),
    onSent: ({ url }) => location.assign(url),
  })
  return (
    <form noValidate onSubmit={form.submit} aria-label="Pay online">
      <FormProblem problem={form.problem} />
      {allowsPartial && (
        <MoneyField
          label="Amount"
          help={`Up to ${formatMoney(payable)}.`}
          name="amount"
          control={form.control}
          className="mb-4 max-w-48"
        />
      )}
      <Button type="submit" variant="primary" size="large" pending={form.pending} pendingLabel="Opening...">
        {allowsPartial ? 'Pay online' : `Pay ${formatMoney(payable)}`}
      </Button>
    </form>
  )
}
