package io.loadpath.engines.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class PlainXmlTest {
  private static final Predicate<String> JDKS = name -> name.startsWith("com.sun.org.apache.");

  private static String written(
      TransformerFactory factory, Document document, Consumer<Transformer> settings)
      throws Exception {
    Transformer transformer = factory.newTransformer();
    settings.accept(transformer);
    StringWriter text = new StringWriter();
    transformer.transform(new DOMSource(document), new StreamResult(text));
    return text.toString();
  }

  private static void assertWrittenAsByTheJdk(Document document, Consumer<Transformer> settings)
      throws Exception {
    assertThat(written(new PlainXml(), document, settings))
        .isEqualTo(written(TransformerFactory.newDefaultInstance(), document, settings));
  }

  private static Document document(String value) throws Exception {
    Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
    Element all = document.createElement("configuration");
    document.appendChild(all);
    Element property = document.createElement("property");
    all.appendChild(document.createTextNode("\n"));
    all.appendChild(property);
    Element text = document.createElement("value");
    property.appendChild(text);
    text.appendChild(document.createTextNode(value));
    property.appendChild(document.createElement("empty"));
    return document;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "a&b<c>d\"e'f",
        "]]>",
        "\ttab\nline",
        "\r\n",
        "ü",
        "\u2028",
        "\uD83D\uDE00",
        "\u0001",
        "\u007f",
        "\u0085"
      })
  void aDocumentIsWrittenAsByTheJdk(String value) throws Exception {
    assertWrittenAsByTheJdk(document(value), transformer -> {});
  }

  @Test
  void itWritesADocumentItself() throws Exception {
    assertThat(writers(new PlainXml())).contains(PlainXml.class.getName()).noneMatch(JDKS);
    assertThat(writers(TransformerFactory.newDefaultInstance())).anyMatch(JDKS);
  }

  /** Returns the classes that call the writer of a document. */
  private static List<String> writers(TransformerFactory factory) throws Exception {
    List<String> callers = new ArrayList<>();
    Writer writer =
        new StringWriter() {
          @Override
          public void flush() {
            for (StackTraceElement call : new Throwable().getStackTrace()) {
              callers.add(call.getClassName());
            }
          }
        };
    factory.newTransformer().transform(new DOMSource(document("x")), new StreamResult(writer));
    return callers;
  }

  @Test
  void otherNodesAndSettingsAreTheJdks() throws Exception {
    Document comment = document("x");
    comment.getDocumentElement().appendChild(comment.createComment(" & "));
    assertWrittenAsByTheJdk(comment, transformer -> {});

    Document attribute = document("x");
    attribute.getDocumentElement().setAttribute("a", "1 < 2");
    assertWrittenAsByTheJdk(attribute, transformer -> {});

    assertWrittenAsByTheJdk(
        document("x"),
        transformer -> transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes"));
  }

  @Test
  void aStylesheetIsTheJdks() throws Exception {
    String sheet =
        """
        <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
          <xsl:output method="text"/>
          <xsl:template match="/"><xsl:value-of select="//value"/></xsl:template>
        </xsl:stylesheet>
        """;
    StringWriter text = new StringWriter();

    new PlainXml()
        .newTransformer(new StreamSource(new StringReader(sheet)))
        .transform(new DOMSource(document("seen")), new StreamResult(text));

    assertThat(text).hasToString("seen");
  }

  @Test
  void hadoopReadsWhatItWrites() throws Exception {
    Configuration written = new Configuration(false);
    written.set("a", "1 < 2 & \"3\"\n\tä");
    written.set("b", "${a}");
    StringWriter text = new StringWriter();

    written.writeXml(text);

    assertThat(TransformerFactory.newInstance()).isInstanceOf(PlainXml.class);
    Configuration read = new Configuration(false);
    read.addResource(
        new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)), "job.xml");
    assertThat(read.getRaw("a")).isEqualTo(written.getRaw("a"));
    assertThat(read.getRaw("b")).isEqualTo("${a}");
  }
}
