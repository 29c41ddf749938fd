import type { FirmSettingsView } from '../../domain/firm-settings.ts'
import { portalConfig } from '../kit/config.ts'

/** The address of the logo as pages show it: the uploaded one, else the one that the environment names; null for none. */
export function useLogo({ logo }: Pick<FirmSettingsView, 'logo'>): string | null {
  const ofPage = portalConfig().provider.logo
  // An uploaded logo that was removed since the page was loaded is not the environment's.
  return logo ?? (ofPage !== null && /^\/logo\/[\da-f]{32}\./.test(ofPage) ? null : ofPage)
}
