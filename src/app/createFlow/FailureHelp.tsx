import { useSelector } from 'react-redux';
import styled from 'styled-components';
import { Icon } from '../parts/Icon';
import { Card } from '../parts/spacing';
import { Small, SmallTitle } from '../parts/text';
import { selectFailure } from './createFlowSelectors';

const Box = styled(Card)`
  width: 100%;

  & > h2 {
    padding: 20px;
  }
  & > div {
    display: flex;
    align-items: flex-start;
    gap: 12px;
    padding: 12px 20px;
    border-top: 1px solid var(--line);
  }
  & > div > svg {
    margin-top: 3px;
    color: var(--ink-3);
  }
`;

const Way = styled.p`
  font-weight: var(--weight-medium);
`;

/** How to let the product read a private sheet. */
const GiveAccess = () => (
  <Box>
    <SmallTitle as="h2">How to give access</SmallTitle>
    <div>
      <Icon name="globe" />
      <div>
        <Way>Anyone with the link</Way>
        <Small>In the sheet choose Share, then General access, then Anyone with the link.</Small>
      </div>
    </div>
  </Box>
);

/** Help that fits the reason of a failure. The answer's code chooses it, never its words. */
export const FailureHelp = () => (useSelector(selectFailure)?.code === 'source_private' ? <GiveAccess /> : null);
