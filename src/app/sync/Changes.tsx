import styled from 'styled-components';
import type { TabChanges } from '../../contract/syncs';
import { counted } from '../parts/numbers';
import { Unseen } from '../parts/text';
import { signsOf } from './syncWords';

const colours = { added: '--success-text', changed: '--warn-text', deleted: '--danger-text' } as const;

const Sign = styled.span<{ $kind: keyof typeof colours }>`
  color: var(${({ $kind }) => colours[$kind]});
  white-space: nowrap;
`;

const One = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  gap: 0 8px;

  & > :last-child {
    color: var(--ink-3);
  }
`;

/** The signs of one tab: +3 ~1; screen readers hear words. */
export const Signs = ({ changes }: { readonly changes: Pick<TabChanges, 'added' | 'changed' | 'deleted'> }) => (
  <>
    {signsOf(changes).map(({ kind, sign, words }) => (
      <Sign key={kind} $kind={kind}>
        <span aria-hidden="true">{sign}</span>
        <Unseen>{words} </Unseen>
      </Sign>
    ))}
  </>
);

/** What a sync has done, in a line: the first tab, and how many more. */
export function Changes({ changes }: { readonly changes: readonly TabChanges[] }) {
  const [first] = changes;
  if (first === undefined) return <span data-quiet>No changes</span>;
  const more = changes.length - 1;
  return (
    <One>
      <Signs changes={first} />
      <span>
        {first.title}
        {more > 0 && `, ${counted(more, 'more sheet')}`}
      </span>
    </One>
  );
}
