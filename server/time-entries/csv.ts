import { rateSourceLabels } from '../../domain/client-price.ts'
import type { TimeEntryView } from '../../domain/time-entry.ts'
import { inPlainDollars } from '../kit/csv.ts'
import type { Columns } from '../kit/export.ts'

export const timeColumns: Columns<TimeEntryView> = {
  Date: ({ date }) => date,
  'Client folder': ({ clientFolderName }) => clientFolderName,
  Person: ({ userName }) => userName,
  Service: ({ serviceName }) => serviceName,
  Description: ({ description }) => description,
  Minutes: ({ minutes }) => minutes,
  Hours: ({ minutes }) => (minutes / 60).toFixed(2),
  Billable: ({ isBillable }) => (isBillable ? 'yes' : 'no'),
  'Hourly rate': ({ hourlyRate }) => inPlainDollars(hourlyRate),
  Amount: ({ amount }) => inPlainDollars(amount),
  Invoice: ({ invoiceNumber }) => invoiceNumber,
  'Rate source': ({ rateSource }) => rateSourceLabels[rateSource],
}
