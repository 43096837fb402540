import styled from 'styled-components';
import { Button } from '../ui/forms/Button';
import { PageHeading } from '../ui/layout/PageHeading';
import { Centre, Block } from '../ui/layout/spacing';
import { Lead, SectionTitle } from '../ui/display/text';
import { Wordmark } from '../ui/layout/Wordmark';
import { rootReducer } from '../rootReducer';
import { signOutRequested } from '../session/sessionSlice';
import { SecondFactorSteps, titleOf } from './SecondFactorSteps';
import { changeAsked, secondFactorSlice, selectSecondFactor } from './secondFactorSlice';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';

secondFactorSlice.injectInto(rootReducer);

const Page = styled.div`
  width: 100%;
  max-width: 480px;

  & > h1 {
    margin-top: 24px;
  }
  & > h1 + p {
    margin: 8px 0 28px;
  }
`;

/** Replaces every page on a server that requires two-step sign-in, until the user has set it up. */
export function SetUpPage() {
  const dispatch = useAppDispatch();
  const state = useAppSelector(selectSecondFactor);
  useOnScreen(changeAsked({ change: 'on' }));
  return (
    <Centre as="main" id="main">
      <Page>
        <Wordmark />
        <PageHeading hero>Set up two-step sign-in</PageHeading>
        <Lead>This server asks everybody for it: after your password, a code from an app on your phone.</Lead>
        {state.phase !== 'resting' && (
          <>
            {state.phase !== 'asking' && state.phase !== 'proving' && <SectionTitle>{titleOf(state)}</SectionTitle>}
            <SecondFactorSteps state={state} />
          </>
        )}
        <Block $top={28} $pad="16px 0 0" $line="top">
          <Button look="ghost" icon="leave" onClick={() => dispatch(signOutRequested())}>
            Logout
          </Button>
        </Block>
      </Page>
    </Centre>
  );
}
