import { useState } from 'react';
import { useNavigate } from 'react-router';
import { lazyDialog } from '../ui/overlays/lazyPart';
import { useCommandKey, useShortcuts } from '../ui/forms/useShortcuts';
import { paths } from '../paths';

const CommandMenu = lazyDialog(async () => (await import(/* webpackChunkName: "commands" */ './CommandMenu')).default);
const KeyList = lazyDialog(async () => (await import(/* webpackChunkName: "commands" */ './KeyList')).default);

/** The keys that work on every page; the command menu and the list of keys are lazy-loaded. */
export function CommandKeys() {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'menu' | 'keys'>();
  const go = (to: string) => () => void navigate(to);
  useShortcuts({
    '?': () => setOpen('keys'),
    c: go(paths.createProject),
    'g p': go(paths.projects),
    'g u': go(paths.usage),
  });
  // Not over an open dialog.
  useCommandKey('k', () => document.querySelector('dialog[open]') === null && setOpen('menu'));
  const close = () => setOpen(undefined);
  return (
    <>
      {open === 'menu' && <CommandMenu onClose={close} onKeys={() => setOpen('keys')} />}
      {open === 'keys' && <KeyList onClose={close} />}
    </>
  );
}
