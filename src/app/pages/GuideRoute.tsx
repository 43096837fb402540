import { NotFoundPage } from '../layout/PageBoundary';
import { GuidePage } from '../learn/GuidePage';

/** `/learn/{guide}`, with what stands there when there is none of that name. */
export const GuideRoute = () => <GuidePage missing={<NotFoundPage />} />;
