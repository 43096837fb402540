import styled from 'styled-components';
import { below } from '../../ui/layout/breakpoints';
import { Button } from '../../ui/forms/Button';

/** A button above the rows, as high as the search beside it. */
export const ToolButton = styled(Button)`
  height: max(32px, var(--control-sm));

  ${below.lists} {
    height: var(--control);
  }
`;
