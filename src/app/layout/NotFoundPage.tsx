import { useLocation } from 'react-router';
import styled from 'styled-components';
import { ButtonLink } from '../parts/Button';
import { MiniSheet, MiniTab } from '../parts/MiniSheet';
import { PageHeading } from '../parts/PageHeading';
import { Centre, Row } from '../parts/spacing';
import { InlineCode, Lead } from '../parts/text';
import { paths } from '../paths';

const Block = styled.div`
  width: 100%;
  max-width: 520px;

  & > h1 {
    margin-top: 32px;
  }
  & > h1 + p {
    margin-top: 8px;
  }
`;

const Actions = styled(Row)`
  margin-top: 20px;
`;

const blank = ['', '', '', ''];

/** For an address that is no page, and for a project that does not exist or is somebody else's. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Centre>
      <Block>
        <div aria-hidden="true">
          <MiniSheet rows={[blank, blank, blank]}>
            <MiniTab>roasters</MiniTab>
            <MiniTab>beans</MiniTab>
            <MiniTab $look="missing">404</MiniTab>
          </MiniSheet>
        </div>
        <PageHeading hero page={pathname}>
          There is no sheet here
        </PageHeading>
        <Lead>
          The page <InlineCode>{pathname}</InlineCode> does not exist, or it belongs to another account.
        </Lead>
        <Actions>
          <ButtonLink look="primary" to={paths.projects}>
            Back to projects
          </ButtonLink>
          <ButtonLink to={paths.learn}>Read the guides</ButtonLink>
        </Actions>
      </Block>
    </Centre>
  );
}
