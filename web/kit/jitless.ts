// zod tries `new Function` to compile its parsers, which our content security policy refuses and reports. Import this first.
import { z } from 'zod'

z.config({ jitless: true })
