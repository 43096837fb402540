import styled from 'styled-components';
import { Button } from '../ui/forms/Button';
import { commandKey } from '../ui/forms/useShortcuts';
import { Dialog, DialogActions } from '../ui/overlays/Dialog';
import { Key, Small, SmallTitle, TextLink } from '../ui/display/text';
import { paths } from '../paths';
import { selectSingleKeysOn } from '../shortcuts/shortcutsSlice';
import { useAppSelector } from '../storeHooks';

/** A line of the list. `between` is the word between keys: `or` for alternatives, `then` for a sequence, `to` for a range. */
interface KeyLine {
  readonly keys: readonly string[];
  readonly between?: 'or' | 'then' | 'to';
  readonly does: string;
}

/** Returns all shortcuts of the app, by scope. */
const keyGroups = (): readonly { readonly title: string; readonly lines: readonly KeyLine[] }[] => [
  {
    title: 'Everywhere',
    lines: [
      { keys: [commandKey('K')], does: 'Command menu' },
      { keys: ['/'], does: 'Focus search' },
      { keys: ['C'], does: 'New project' },
      { keys: ['G', 'P'], between: 'then', does: 'Projects' },
      { keys: ['G', 'U'], between: 'then', does: 'Usage' },
      { keys: ['?'], does: 'This list' },
    ],
  },
  {
    title: 'In a project',
    lines: [
      { keys: ['[', ']'], between: 'or', does: 'Previous and next tab' },
      { keys: ['1', '5'], between: 'to', does: 'Its views' },
      { keys: ['S'], does: 'Sync now' },
      { keys: [commandKey('↵')], does: 'Send in Try it' },
      { keys: [commandKey('S')], does: 'Save in Settings' },
    ],
  },
];

const Group = styled.section`
  margin-top: 16px;

  & > h3 {
    font-size: var(--text-sm);
  }
`;

const Lines = styled.dl`
  & > div {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 16px;
    min-height: 32px;
    border-bottom: 1px solid var(--line);
    font-size: var(--text-sm);
  }
  & > div > dt {
    order: 2;
    color: var(--ink-3);
    white-space: nowrap;
  }
`;

const Keys = ({ keys, between }: Pick<KeyLine, 'keys' | 'between'>) =>
  keys.map((key, index) => (
    <span key={key}>
      {index > 0 && ` ${between} `}
      <Key>{key}</Key>
    </span>
  ));

/** The list of shortcuts, opened by `?`. */
export default function KeyList({ onClose }: { readonly onClose: () => void }) {
  const on = useAppSelector(selectSingleKeysOn);
  return (
    <Dialog role="dialog" title="Keyboard shortcuts" onClose={onClose}>
      {keyGroups().map(({ title, lines }) => (
        <Group key={title}>
          <SmallTitle>{title}</SmallTitle>
          <Lines>
            {lines.map(({ does, ...line }) => (
              <div key={does}>
                <dt>
                  <Keys {...line} />
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </Lines>
        </Group>
      ))}
      <Small $top={16}>
        {on ? 'Single keys rest while you type. ' : 'Single keys are switched off. '}
        <TextLink to={paths.account} onClick={onClose}>
          {on ? 'Switch them off in Account' : 'Switch them on in Account'}
        </TextLink>
      </Small>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
