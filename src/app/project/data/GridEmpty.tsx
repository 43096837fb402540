import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Row } from '../../ui/layout/spacing';
import { Small, SmallTitle } from '../../ui/display/text';

const Box = styled.div`
  display: grid;
  justify-items: center;
  gap: 4px;
  padding: 36px 20px;
  text-align: center;
  overflow-wrap: anywhere;

  & > p {
    max-width: 46ch;
    text-wrap: pretty;
  }
`;

const Actions = styled(Row)`
  justify-content: center;
  margin-top: 8px;
`;

interface GridEmptyProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** What can be done. */
  readonly children?: ReactNode;
}

/** What stands under the head of the grid where there are no rows. */
export const GridEmpty = ({ title, lead, children }: GridEmptyProps) => (
  <Box>
    <SmallTitle as="h2">{title}</SmallTitle>
    {lead && <Small>{lead}</Small>}
    {children && <Actions>{children}</Actions>}
  </Box>
);
