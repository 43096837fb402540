import styled from 'styled-components';
import { around, type Around, gap, type Gapped, Row } from './spacing';

/** Something with room around it. */
export const Block = styled.div<Around>`
  ${around}
`;

/** As `Row`, from one edge to the other. */
export const Spread = styled(Row)`
  justify-content: space-between;
`;

/** As `Row`, all on one line. */
export const Line = styled(Row)`
  flex-wrap: nowrap;
`;

/** Things one below the other. */
export const Stack = styled.div<Gapped>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  ${gap}
`;
