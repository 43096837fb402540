import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useWindowEvent } from '../ui/forms/useWindowEvent';
import { lazyDialog } from '../ui/overlays/lazyPart';
import { useShortcuts } from '../ui/forms/useShortcuts';
import { paths } from '../paths';

const CommandMenu = lazyDialog(async () => (await import(/* webpackChunkName: "commands" */ './CommandMenu')).default);
const KeyList = lazyDialog(async () => (await import(/* webpackChunkName: "commands" */ './KeyList')).default);

/** `⌘K` or `Ctrl K`: also while typing, but not over a question that has to be answered first. */
function useCommandMenuKey(open: () => void) {
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (document.querySelector('dialog[open]') === null) open();
  });
}

/** The keys that work on every page; the command menu and the list of keys come with the first wish for them. */
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
  useCommandMenuKey(() => setOpen('menu'));
  const close = () => setOpen(undefined);
  return (
    <Suspense fallback={null}>
      {open === 'menu' && <CommandMenu onClose={close} onKeys={() => setOpen('keys')} />}
      {open === 'keys' && <KeyList onClose={close} />}
    </Suspense>
  );
}
