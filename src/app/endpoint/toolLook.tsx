import styled from 'styled-components';
import { below } from '../parts/breakpoints';
import { Button } from '../parts/Button';

/** A button above the rows, as high as the search beside it. */
export const ToolButton = styled(Button)`
  height: max(32px, var(--control-sm));

  ${below.lists} {
    height: var(--control);
  }
`;
