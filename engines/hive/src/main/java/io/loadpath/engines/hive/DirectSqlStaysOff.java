package io.loadpath.engines.hive;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.MetaStoreEventListener;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.apache.hadoop.hive.metastore.events.ConfigChangeEvent;

/**
 * Refuses a client's {@code SET metaconf:metastore.try.direct.sql=true}: the metastore listens
 * without a password, so each user of the machine could turn on what hive-site.xml turns off.
 */
public final class DirectSqlStaysOff extends MetaStoreEventListener {
  public DirectSqlStaysOff(Configuration conf) {
    super(conf);
  }

  /** Called after the change, which is for the client's session alone. */
  @Override
  public void onConfigChange(ConfigChangeEvent event) throws MetaException {
    String key = event.getKey();
    if (key.equals(ConfVars.TRY_DIRECT_SQL.getVarname())
        || key.equals(ConfVars.TRY_DIRECT_SQL.getHiveName())) {
      event.getIHMSHandler().getConf().set(key, event.getOldValue());
      throw new MetaException(key + " cannot be changed here");
    }
  }
}
