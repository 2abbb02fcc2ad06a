<?xml version="1.0" encoding="UTF-8"?>
<!-- A file of Hadoop properties without its descriptions, comments and indentation: the same properties in the same order. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0">
  <xsl:strip-space elements="configuration property" />

  <xsl:template match="@*|node()">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()" />
    </xsl:copy>
  </xsl:template>

  <xsl:template match="description|comment()|processing-instruction()" />
</xsl:stylesheet>
