import Bowser from 'bowser';

/** What a browser's own description says of it, for people. */
export interface Device {
  /** "Firefox on Linux". */
  readonly name: string;
  readonly kind: 'computer' | 'phone';
}

/** Names a browser and what it runs on; on phones and tablets of Apple the device says more than the system. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { name: 'Unknown browser', kind: 'computer' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const place = /^(iPhone|iPad)$/.test(platform.model ?? '') ? platform.model : os.name;
  const name = [browser.name, place].filter(Boolean).join(' on ');
  return { name: name || 'Unknown browser', kind: platform.type === 'mobile' ? 'phone' : 'computer' };
}
