import { useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router';
import { apiPaths } from '../../contract/paths';
import { selectAbout } from '../about/aboutSelectors';
import { draftAccepted } from '../createFlow/createFlowSlice';
import { ButtonAnchor, ButtonLink } from '../parts/Button';
import { PageHeading } from '../parts/PageHeading';
import { Page, PageHead, Row } from '../parts/spacing';
import { BreakingMono, Lead } from '../parts/text';
import { paths } from '../paths';
import type { RootState } from '../rootReducer';

/** `/spreadsheets/d/{sheetId}`: a spreadsheet of the drive, to download or to make a project of. */
export function DriveSheetPage() {
  const { sheetId = '' } = useParams();
  const dispatch = useDispatch();
  const origin = useSelector(selectAbout)?.sheetOrigin ?? window.location.origin;
  const apiOrigin = useSelector(({ about }: RootState) => about.apiOrigin);
  const url = `${origin}${paths.driveSheet(sheetId)}`;
  return (
    <Page>
      <PageHead>
        <div>
          <PageHeading page={sheetId}>Spreadsheet</PageHeading>
          <Lead>
            It is kept in your Tabpoint drive at <BreakingMono>{url}</BreakingMono>
          </Lead>
        </div>
        <Row>
          <ButtonAnchor icon="download" href={`${apiOrigin}${apiPaths.driveFile(sheetId)}`} download>
            Download original
          </ButtonAnchor>
          <ButtonLink
            look="primary"
            to={paths.createProject}
            onClick={() => dispatch(draftAccepted({ text: url, sheetId }))}
          >
            Create project
          </ButtonLink>
        </Row>
      </PageHead>
    </Page>
  );
}
