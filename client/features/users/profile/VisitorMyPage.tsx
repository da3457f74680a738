import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { PageHead } from "../../../layout/PageHead.tsx";
import { saveAddress } from "../../../platform/savedAddress.ts";
import { loginAddress, registerAddress, useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { userTexts } from "../users.texts.ts";
import classes from "./VisitorMyPage.module.css";
import { visitorTexts } from "./visitor.texts.ts";

const GAINS = ["write", "follow", "keep", "talk"] as const;

/** The personal centre of somebody who is not signed in: what an account would give, and the doors. */
export function VisitorMyPage() {
  const t = useTexts(visitorTexts);
  const user = useTexts(userTexts);
  const common = useTexts(commonTexts);
  const { site } = useViewer();
  const { pathname, search, hash } = useLocation();
  const address = pathname + search + hash;
  useEffect(() => {
    // Whoever registers first comes back as well.
    saveAddress(address);
  }, [address]);
  return (
    <section className={`card ${classes.card}`}>
      <PageHead title={user.myTitle} noIndex />
      <h1 className={classes.title}>{t.title(site.name)}</h1>
      <ul className={classes.gains}>
        {GAINS.map((gain) => (
          <li key={gain} className={classes.gain}>
            <h2 className={classes.name}>{t[gain]}</h2>
            <p className={classes.text}>{t[`${gain}Text`]}</p>
          </li>
        ))}
      </ul>
      <div className={classes.doors}>
        <Button variant={site.isRegister ? "default" : "primary"} size="lg" to={loginAddress(address)}>
          {common.signIn}
        </Button>
        {site.isRegister && (
          <Button variant="primary" size="lg" to={registerAddress(address)}>
            {common.register}
          </Button>
        )}
      </div>
      {!site.isRegister && <p className={classes.text}>{t.closed}</p>}
    </section>
  );
}
