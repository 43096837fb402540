import { useState } from 'react';
import styled from 'styled-components';
import type { Warning } from '../../../contract/projects';
import { Banner } from '../../ui/layout/Banner';
import { TextButton } from '../../ui/display/text';

const Place = styled.div`
  margin-bottom: 12px;
`;

const List = styled.ul`
  display: grid;
  gap: 4px;
  overflow-wrap: anywhere;
`;

const More = styled(TextButton)`
  padding: 2px 0;
`;

/** More than these stand behind a button. */
const FIRST = 3;

/** What was normalised or left out while the sheet was read, with the cells it concerns. */
export function TabWarnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  const [all, setAll] = useState(false);
  if (warnings.length === 0) return null;
  const shown = all ? warnings : warnings.slice(0, FIRST);
  return (
    <Place>
      <Banner kind="warn">
        <List>
          {shown.map(({ detail }, index) => (
            <li key={index}>{detail}</li>
          ))}
        </List>
        {shown.length < warnings.length && (
          <More onClick={() => setAll(true)}>{`Show ${warnings.length - FIRST} more`}</More>
        )}
      </Banner>
    </Place>
  );
}
