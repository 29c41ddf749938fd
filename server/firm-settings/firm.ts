// This instance's cached firm settings. PDFs, emails, and public pages read them without a query; calculations read
// them in their own transaction (queries.ts). Reloaded when another instance publishes a change.
import {
  type FirmIdentity,
  type FirmSettings,
  type SavedSettings,
  settingsInForce,
} from '../../domain/firm-settings.ts'
import type { Config, Provider, UploadedLogo } from '../config.ts'
import type { Database } from '../kit/db.ts'
import type { Live } from '../kit/live.ts'
import { savedSettings, uploadedLogo } from './queries.ts'

export const firmChannel = 'firm_settings'

export interface Firm {
  /** The current settings. The same object until they change, so it can be a cache key. */
  settings(): FirmSettings
  provider(): Provider
  /** What the environment gives, in force until an administrator saves the identity. */
  readonly environment: FirmIdentity
  /** Reloads the settings: at start, after each change, and when another instance publishes one. */
  reload(): Promise<void>
  /** The PROVIDER_ settings set neither in the environment nor by an administrator. */
  missing(): string[]
}

interface Current {
  isIdentitySaved: boolean
  version: number
  settings: FirmSettings
  provider: Provider
}

export const identityOf = ({ name, address, phone, email }: FirmIdentity): FirmIdentity => ({
  name,
  address,
  phone,
  email,
})

export function openFirm({ provider: environment, providerUnknown }: Config, database: () => Database): Firm {
  const compose = (version: number, saved: SavedSettings, logo: UploadedLogo | null): Current => {
    const settings = settingsInForce(saved, identityOf(environment))
    return {
      isIdentitySaved: saved.identity !== undefined,
      version,
      settings,
      provider: { ...settings.identity, logo: environment.logo, ...(logo === null ? {} : { uploadedLogo: logo }) },
    }
  }
  const before: Current = {
    isIdentitySaved: false,
    version: 1,
    settings: settingsInForce({}, identityOf(environment)),
    provider: environment,
  }
  let current = before
  return {
    settings: () => current.settings,
    provider: () => current.provider,
    environment: identityOf(environment),
    async reload() {
      const { version, settings, logoSha256 } = await savedSettings(database())
      if (version === current.version) return
      const logo = logoSha256 === null ? null : await uploadedLogo(database(), logoSha256)
      const next = compose(version, settings, logo)
      // Of two concurrent reads, the older one may finish last.
      if (next.version > current.version) current = next
    },
    missing: () =>
      providerUnknown.filter((name) =>
        name === 'PROVIDER_LOGO' ? current.provider.uploadedLogo === undefined : !current.isIdentitySaved,
      ),
  }
}

/** The configuration with the current firm as `provider`, and the settings still missing. */
export const withFirm = (config: Config, firm: Firm): Config => ({
  ...config,
  get provider() {
    return firm.provider()
  },
  get providerUnknown() {
    return firm.missing()
  },
})

export const reloadOnChange = (live: Live, firm: Firm): void => live.onNotify(firmChannel, () => firm.reload())
